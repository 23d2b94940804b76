import { TextField } from '#web/ui/field.tsx';
import type { StaffSettings } from '../staff-contract.ts';
import { SettingForm } from './setting-form.tsx';

const fields = [
  ['street', 'Street or P.O. box'],
  ['city', 'City'],
  ['region', 'State'],
  ['postalCode', 'ZIP code'],
] as const;

export function PostalBoxSetting({ setting }: { setting: StaffSettings['postalBox'] }) {
  return (
    <SettingForm
      name="postalBox"
      title="Postal address"
      help="At the foot of every page, on the contact page, and at the end of every newsletter, where the law asks for it."
      setting={setting}
    >
      {({ value, set, errorAt }) => (
        <div className="grid gap-4 sm:grid-cols-2">
          {fields.map(([name, label]) => (
            <TextField
              key={name}
              label={label}
              name={name}
              value={value[name]}
              error={errorAt(name)}
              onChange={({ target }) => set({ ...value, [name]: target.value })}
            />
          ))}
        </div>
      )}
    </SettingForm>
  );
}
