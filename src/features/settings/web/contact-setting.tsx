import { TextField } from '#web/ui/field.tsx';
import type { StaffSettings } from '../staff-contract.ts';
import { Rows } from './rows.tsx';
import { SettingForm } from './setting-form.tsx';

const fields = [
  ['phone', 'Phone', 'tel'],
  ['email', 'Email', 'email'],
  ['supportEmail', 'Email for support', 'email'],
  ['responseTime', 'How soon you answer', 'text'],
] as const;

export function ContactSetting({ setting }: { setting: StaffSettings['contact'] }) {
  return (
    <SettingForm
      name="contact"
      title="Contact"
      help="Shown at the foot of every page and on the contact page. Mail to the town goes to this address."
      setting={setting}
    >
      {({ value, set, errorAt }) => (
        <>
          <div className="grid gap-4 sm:grid-cols-2">
            {fields.map(([name, label, type]) => (
              <TextField
                key={name}
                label={label}
                name={name}
                type={type}
                value={value[name]}
                error={errorAt(name)}
                onChange={({ target }) => set({ ...value, [name]: target.value })}
              />
            ))}
          </div>
          <h3 className="text-18 font-semibold">Hours</h3>
          <Rows
            what="line of hours"
            rows={value.hours}
            empty={{ days: '', hours: '' }}
            min={0}
            max={7}
            onChange={(hours) => set({ ...value, hours })}
          >
            {(row, setRow, place) => (
              <div className="grid gap-3 sm:grid-cols-2">
                <TextField
                  label="Days"
                  name={`hours.${place}.days`}
                  value={row.days}
                  error={errorAt(`hours.${place}.days`)}
                  onChange={({ target }) => setRow({ ...row, days: target.value })}
                />
                <TextField
                  label="Hours"
                  name={`hours.${place}.hours`}
                  value={row.hours}
                  error={errorAt(`hours.${place}.hours`)}
                  onChange={({ target }) => setRow({ ...row, hours: target.value })}
                />
              </div>
            )}
          </Rows>
        </>
      )}
    </SettingForm>
  );
}
