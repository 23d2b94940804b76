/** Uses the pages of Checkout as a browser does. `url` is the sandbox's address. */
export function hostedPage(url: () => string) {
  /** Pays as a browser does. When the payment is refused, returns the text of the page that follows. */
  async function submit(session: { id: string }, card = '4242424242424242', extra: Record<string, string> = {}) {
    const answer = await post(`/c/pay/${session.id}`, { number: card, expiry: '12 / 34', cvc: '123', ...extra });
    const again = `/c/pay/${session.id}?again`;
    return answer.location === again ? { ...(await view(again)), location: again } : answer;
  }

  async function post(path: string, form: Record<string, string>) {
    const answer = await fetch(new URL(path, url()), {
      method: 'POST',
      body: new URLSearchParams(form),
      redirect: 'manual',
    });
    return { status: answer.status, location: answer.headers.get('location'), text: await answer.text() };
  }

  async function view(path: string) {
    const answer = await fetch(new URL(path, url()), { redirect: 'manual' });
    return { status: answer.status, location: answer.headers.get('location'), text: await answer.text() };
  }

  return { submit, post, view };
}
