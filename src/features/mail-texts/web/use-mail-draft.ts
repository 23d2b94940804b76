import { useState } from 'react';
import * as z from 'zod/mini';
import type { FieldErrors } from '#web/forms/check-form.ts';
import { dropDraft, keepDraft, readDraft } from '#web/forms/draft-store.ts';
import type { StaffMail, Text } from '../staff-contract.ts';

const Kept = z.object({ subject: z.string(), text: z.string() });
const isSame = (a: Text, b: Text) => a.subject === b.subject && a.text === b.text;

/** The typed words of one mail. The browser keeps them until they are saved. */
export function useMailDraft({ name, value }: StaffMail, userId: string) {
  const thing = `mail:${name}`;
  const [kept] = useState(() => Kept.safeParse(readDraft(userId, thing)?.fields).data);
  const [draft, setDraft] = useState<Text>(kept ?? value);
  const [errors, setErrors] = useState<FieldErrors>({});
  return {
    draft,
    errors,
    setErrors,
    /** True for words of an earlier visit that are not saved. */
    isKept: kept !== undefined && isSame(kept, draft) && !isSame(kept, value),
    /** Shows words that are stored. */
    show: (text: Text) => {
      setDraft(text);
      setErrors({});
      dropDraft(userId, thing);
    },
    type: (change: Partial<Text>) => {
      const next = { ...draft, ...change };
      setDraft(next);
      if (isSame(next, value)) dropDraft(userId, thing);
      else keepDraft(userId, thing, { fields: { ...next }, base: {}, version: 0 });
    },
  };
}
