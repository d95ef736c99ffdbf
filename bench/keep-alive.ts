/**
 * Connections that stay open and post JSON, one request at a time on each. They do the least that HTTP/1.1 allows, because on a
 * machine with few cores their work takes time from the server.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

const headEnd = '\r\n\r\n';

/** Whether the text is one whole response, by its content-length. */
function isWhole(text: string): boolean {
  const bodyAt = text.indexOf(headEnd);
  if (bodyAt < 0) return false;
  const [, length] = /\r\ncontent-length: (\d+)/i.exec(text) ?? [];
  return text.length >= bodyAt + headEnd.length + Number(length);
}

export async function openConnection(url: string, path: string) {
  const { hostname, port, host } = new URL(url);
  const socket: Socket = connect(Number(port), hostname).setNoDelay(true).setEncoding('latin1');
  await once(socket, 'connect');
  let text = '';
  let waiting: { resolve: () => void; reject: (error: Error) => void } | undefined;
  socket.on('data', (chunk: string) => {
    text += chunk;
    if (!isWhole(text)) return;
    const answer = text;
    text = '';
    if (answer.startsWith('HTTP/1.1 200 ')) waiting?.resolve();
    else waiting?.reject(new Error(`Expected 200, got ${answer.slice(0, 200)}`));
  });
  socket.on('error', (error) => waiting?.reject(error));
  const head = `POST ${path} HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/json\r\ncontent-length: `;
  return {
    /** Posts a body; rejects when the answer is not 200. */
    post: (body: string) =>
      new Promise<void>((resolve, reject) => {
        waiting = { resolve, reject };
        socket.write(`${head}${Buffer.byteLength(body)}${headEnd}${body}`);
      }),
    close: () => void socket.destroy(),
  };
}
