export function Inquiry() {
  return (
    <div className="frame">
      <h1>Inquiry</h1>
      <p>
        <a href="/">Home</a> <a href="/inquiry">Dealer Inquiry</a> <a href="/dealer-intake">Register</a>
      </p>
    </div>
  );
}
