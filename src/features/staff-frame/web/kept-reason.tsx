import { useLayoutEffect } from 'react';
import { useKept } from '#web/forms/use-kept.tsx';
import { TextArea } from '#web/ui/field.tsx';

interface TypedReason {
  reason: string;
  /** Call it when the server has the reason: the browser need not keep it any longer. */
  settle: () => void;
}

export const noReason: TypedReason = { reason: '', settle: () => {} };

interface KeptReasonProps {
  /** Names the text in this browser, such as 'merge:{id}'. */
  thing: string;
  label: string;
  help?: string;
  maxLength: number;
  onChange: (typed: TypedReason) => void;
}

/** A reason beside a button that asks for none of its own. Show it only while it is open: a folded one should not ask on leaving. */
export function KeptReason({ thing, label, help, maxLength, onChange }: KeptReasonProps) {
  const kept = useKept({ thing, noun: 'reason' }, '');
  const reason = kept.value;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rest is made anew at each render
  useLayoutEffect(() => onChange({ reason, settle: () => kept.settle('') }), [reason]);
  return (
    <div className="grid w-full gap-3">
      {kept.notice}
      <TextArea
        label={label}
        name="reason"
        rows={2}
        maxLength={maxLength}
        help={help}
        value={reason}
        onChange={({ target }) => kept.set(target.value)}
      />
    </div>
  );
}
