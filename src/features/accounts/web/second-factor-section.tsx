/** Sets up and turns off an authenticator app. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Answer } from '#shared/endpoint.ts';
import { problemMessage } from '#web/api-client/api-error.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { showToast } from '#web/toast/toast-store.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { PasswordForm as OwnPasswordForm } from '../account-contract.ts';
import { getCurrentUser } from '../contract.ts';
import { CodeForm, confirmSecondFactor, setUpSecondFactor, turnOffSecondFactor } from '../second-factor-contract.ts';
import { AccountSection } from './account-section.tsx';
import { factorsQuery } from './factors-query.ts';
import { PasswordField } from './password-field.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { useCheckedForm } from './use-checked-form.ts';
import { withProof } from './with-proof.ts';

type SetUp = Answer<typeof setUpSecondFactor>;

async function refreshUser(client: ReturnType<typeof useQueryClient>) {
  await client.invalidateQueries({ queryKey: factorsQuery.queryKey });
  await client.invalidateQueries({ queryKey: [getCurrentUser.path] });
}

function BeginSetUp({ onBegun }: { onBegun: (setUp: SetUp) => void }) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => withProof(client, () => callApi(client, setUpSecondFactor, {})),
    onSuccess: ({ answer }) => onBegun(answer),
    onError: (error) =>
      showToast({
        title: 'Error',
        text: problemMessage(error, 'The set-up did not begin. Check the connection and try again.'),
        destructive: true,
      }),
  });
  return (
    <Button look="secondary" disabled={isPending} onClick={() => mutate()}>
      {isPending ? 'Setting up...' : 'Set Up an App'}
    </Button>
  );
}

function ConfirmSetUp({ setUp, onDone }: { setUp: SetUp; onDone: (recoveryCodes: string[]) => void }) {
  const client = useQueryClient();
  const { errors, isPending, onSubmit } = useCheckedForm(
    CodeForm,
    async (body) => onDone((await callApi(client, confirmSecondFactor, { body })).answer.recoveryCodes),
    'The code was not checked. Check the connection and try again.',
  );
  return (
    <form method="post" noValidate onSubmit={onSubmit} className="grid gap-4">
      <p>Scan this with your authenticator app, then enter the code that it shows.</p>
      <svg
        role="img"
        aria-label="QR code for your authenticator app"
        viewBox={`0 0 ${setUp.qr.size} ${setUp.qr.size}`}
        className="size-52 rounded-control bg-white fill-black [shape-rendering:crispEdges]"
      >
        <path d={setUp.qr.path} />
      </svg>
      <p className="text-16">
        No camera? Enter this key: <code className="break-all">{setUp.secret.match(/.{1,4}/g)?.join(' ')}</code>
      </p>
      <TextField
        label="Code"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        error={errors.code}
      />
      <Button type="submit" disabled={isPending} className="justify-self-start">
        {isPending ? 'Checking...' : 'Turn On'}
      </Button>
    </form>
  );
}

function TurnOff() {
  const client = useQueryClient();
  const { errors, isPending, onSubmit } = useCheckedForm(
    OwnPasswordForm,
    async (body) => {
      const { answer } = await callApi(client, turnOffSecondFactor, { body });
      showToast({ title: answer.message });
      await refreshUser(client);
    },
    'It is still on. Check the connection and try again.',
  );
  return (
    <form method="post" noValidate onSubmit={onSubmit} className="grid gap-4">
      <PasswordField
        label="Your Password"
        name="password"
        autoComplete="current-password"
        required
        error={errors.password}
      />
      <Button type="submit" look="secondary" disabled={isPending} className="justify-self-start">
        {isPending ? 'Turning off...' : 'Turn Off'}
      </Button>
    </form>
  );
}

export function SecondFactorSection() {
  const client = useQueryClient();
  const [setUp, setSetUp] = useState<SetUp | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const { data: factors, isError, refetch } = useQuery(factorsQuery);

  const finish = () => {
    setCodes(null);
    setSetUp(null);
    void refreshUser(client);
  };
  // Somebody with a passkey has recovery codes already.
  const confirmed = (made: string[]) => (made.length > 0 ? setCodes(made) : finish());

  function content() {
    if (codes) return <RecoveryCodes codes={codes} onKept={finish} />;
    if (isError) return <LoadFailed message="We could not load your second factor." onRetry={() => void refetch()} />;
    if (factors === undefined) return <Skeleton className="h-11" />;
    if (factors.app) return <TurnOff />;
    return setUp ? <ConfirmSetUp setUp={setUp} onDone={confirmed} /> : <BeginSetUp onBegun={setSetUp} />;
  }

  return (
    <AccountSection
      title="Authenticator app"
      text={
        factors?.app
          ? 'After your password, we ask for a code of your authenticator app.'
          : 'With an authenticator app on your phone, a stolen password alone does not open your account.'
      }
    >
      {content()}
    </AccountSection>
  );
}
