import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { problemMessage } from '#web/api-client/api-error.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { showToast } from '#web/toast/toast-store.ts';
import { Button } from '#web/ui/button.tsx';
import { makeNewRecoveryCodes } from '../second-factor-contract.ts';
import { AccountSection } from './account-section.tsx';
import { factorsQuery } from './factors-query.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { withProof } from './with-proof.ts';

const few = 3;

/** Tells how many recovery codes are left, and makes new ones. Nobody without a second factor has any. */
export function RecoveryCodesSection() {
  const client = useQueryClient();
  const [codes, setCodes] = useState<string[] | null>(null);
  const { data: factors } = useQuery(factorsQuery);
  const { mutate, isPending } = useMutation({
    mutationFn: () => withProof(client, () => callApi(client, makeNewRecoveryCodes, {})),
    onSuccess: ({ answer }) => setCodes(answer.recoveryCodes),
    onError: (error) =>
      showToast({
        title: 'Error',
        text: problemMessage(error, 'No new codes were made. Check the connection and try again.'),
        destructive: true,
      }),
  });
  if (!factors || (!factors.app && factors.passkeys.length === 0)) return null;
  const { codesLeft } = factors;
  return (
    <AccountSection
      title="Recovery codes"
      text={
        <>
          <p>Each lets you in once, should you lose your phone or your passkey.</p>
          <p className={codesLeft <= few ? 'mt-2 font-semibold text-ink' : 'mt-2'}>
            {codesLeft === 0 ? 'None is left: please make new ones.' : `${codesLeft} are left.`}
          </p>
        </>
      }
    >
      {codes ? (
        <RecoveryCodes
          codes={codes}
          onKept={() => {
            setCodes(null);
            void client.invalidateQueries({ queryKey: factorsQuery.queryKey });
          }}
        />
      ) : (
        <div>
          <Button look="secondary" disabled={isPending} onClick={() => mutate()}>
            {isPending ? 'Making them...' : 'Make New Codes'}
          </Button>
          <p className="mt-2 text-16 text-ink-soft">The former ones stop working.</p>
        </div>
      )}
    </AccountSection>
  );
}
