export function DealerIntake() {
  return (
    <div className="frame">
      <h1>DealerIntake</h1>
      <p>
        <a href="/">Home</a> <a href="/inquiry">Dealer Inquiry</a> <a href="/dealer-intake">Register</a>
      </p>
    </div>
  );
}
