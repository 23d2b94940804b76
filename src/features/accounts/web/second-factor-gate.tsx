import { AccountCard } from './account-card.tsx';
import { SecondFactorForm } from './second-factor-form.tsx';

/** Stands in the place of a page until the session has its second factor. Loaded only then. */
export default function SecondFactorGate() {
  return (
    <AccountCard title="One more step" text="Your password was right. Now show that it is you.">
      <SecondFactorForm />
    </AccountCard>
  );
}
