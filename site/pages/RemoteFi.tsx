export function RemoteFi() {
  return <h1>RemoteFi</h1>;
}
