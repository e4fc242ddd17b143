/** A customer who has confirmed a payment at the bank and has no other page to come back to. */
export const ReturnedCustomer = () => (
  <main class="sign-in">
    <h1>You may close this page</h1>
    <p>
      Your bank has told the shop what you decided. Go back to the shop: it knows by itself what became of your order.
    </p>
    <p class="hint">
      <a href="/console">To the console of the shop’s operators</a>
    </p>
  </main>
);
