import { Button } from '#web/ui/button.tsx';
import { useCanUsePasskeys } from './can-use-passkeys.ts';
import { usePasskeyLogIn } from './use-sign-in.ts';

/** Logs in without email and password, where the browser knows passkeys. */
export function PasskeyLogIn() {
  const logIn = usePasskeyLogIn();
  if (!useCanUsePasskeys()) return null;
  return (
    <Button
      look="secondary"
      size="large"
      className="mt-4 w-full noscript:hidden"
      disabled={logIn.isPending}
      onClick={() => void logIn.submit()}
    >
      {logIn.isPending ? 'Logging in...' : 'Log In with a Passkey'}
    </Button>
  );
}
