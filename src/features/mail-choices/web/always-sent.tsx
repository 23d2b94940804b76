/** The emails without a switch, by name. */
export function AlwaysSent() {
  return (
    <p>
      We always send what you have to know: receipts and all about payments and plans, the security of your account, who
      owns or manages a listing, our questions and decisions about what you send in, and the end of your account. The
      newsletter has a link of its own at its end.
    </p>
  );
}
