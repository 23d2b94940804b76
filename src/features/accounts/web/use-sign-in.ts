import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, problemMessage } from '#web/api-client/api-error.ts';
import { callApi } from '#web/api-client/call-api.ts';
import type { FieldErrors } from '#web/forms/check-form.ts';
import { useLocation, useNavigate } from '#web/router/router.tsx';
import { showToast } from '#web/toast/toast-store.ts';
import { nextPage } from '../next-page.ts';
import { type LogInBody, logIn, type RegisterBody, register } from '../sign-in-contract.ts';
import { refreshCurrentUser } from './current-user.ts';

/** The page changes about 100 ms after the toast. */
const leaveAfterMs = 100;

interface SignIn<B> {
  isPending: boolean;
  /** Returns errors by field; null once the person is signed in. */
  submit: (body: B) => Promise<FieldErrors | null>;
}

export function useRegister(): SignIn<RegisterBody> {
  const client = useQueryClient();
  return useSignIn((body: RegisterBody) => callApi(client, register, { body }), {
    done: 'Account created successfully',
    failed: 'Failed to create account',
  });
}

export function useLogIn(): SignIn<LogInBody> {
  const client = useQueryClient();
  return useSignIn((body: LogInBody) => callApi(client, logIn, { body }), {
    done: 'Logged in successfully',
    failed: 'Failed to log in',
  });
}

export function usePasskeyLogIn(): SignIn<void> {
  const client = useQueryClient();
  return useSignIn(async () => (await import('./passkey-calls.ts')).logInWithPasskey(client), {
    done: 'Logged in successfully',
    failed: 'No passkey was used. Please try again, or log in with your password.',
  });
}

function useSignIn<B>(call: (body: B) => Promise<unknown>, says: { done: string; failed: string }): SignIn<B> {
  const client = useQueryClient();
  const navigate = useNavigate();
  const here = useLocation();
  const { isPending, mutateAsync } = useMutation({
    mutationFn: async (body: B) => {
      await call(body);
      await refreshCurrentUser(client, true);
    },
  });
  return {
    isPending,
    submit: async (body) => {
      try {
        await mutateAsync(body);
      } catch (error) {
        const text = problemMessage(error, says.failed);
        showToast({ title: 'Error', text, destructive: true });
        const problem = error instanceof ApiError ? error.problem : null;
        // The toast goes away, so it also stands where the password is typed again.
        if (problem?.code === 'wrong_credentials') return { password: text };
        if (problem?.code === 'forbidden') return { closed: text };
        return problem?.fields ?? {};
      }
      showToast({ title: says.done });
      setTimeout(() => void navigate(nextPage(here)), leaveAfterMs);
      return null;
    },
  };
}
