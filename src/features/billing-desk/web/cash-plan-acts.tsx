import { useState } from 'react';
import { SmallButton } from '#features/staff-frame/web/staff-parts.tsx';
import { CashGoneForm } from './cash-gone-form.tsx';
import { type CashPlan, leftOf } from './cash-plan.ts';
import { CorrectCashForm } from './correct-cash-form.tsx';

interface CashPlanActsProps {
  plan: CashPlan;
  username: string | null;
  isRunning: boolean;
}

/** The buttons of a cash plan in the list, and the form that one of them opens. */
export function CashPlanActs({ plan, username, isRunning }: CashPlanActsProps) {
  const [form, setForm] = useState<'end' | 'gone' | 'correct' | null>(null);
  const props = { plan, username, onDone: () => setForm(null) };
  if (form === 'correct') return <CorrectCashForm {...props} />;
  if (form !== null) return <CashGoneForm {...props} ends={form === 'end'} isRunning={isRunning} />;
  return (
    <div className="flex flex-wrap gap-2">
      {isRunning ? <SmallButton onClick={() => setForm('end')}>End now...</SmallButton> : null}
      {leftOf(plan) > 0 ? <SmallButton onClick={() => setForm('gone')}>Given back or never came...</SmallButton> : null}
      <SmallButton onClick={() => setForm('correct')}>Correct...</SmallButton>
    </div>
  );
}
