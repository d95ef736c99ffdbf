export function Lync() {
  return <h1>Lync</h1>;
}
