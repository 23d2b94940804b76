import type { StaffSettings } from '../staff-contract.ts';
import { SettingForm } from './setting-form.tsx';

const kinds = [
  ['offers', 'Offers', 'Part of Premium.'],
  ['announcements', 'Announcements', 'The first one of each owner waits in the queue.'],
  ['events', 'Events of their own', 'The first one of each owner waits in the queue.'],
] as const;

export function OwnerPostsSetting({ setting }: { setting: StaffSettings['ownerPosts'] }) {
  return (
    <SettingForm
      name="ownerPosts"
      title="Owners may publish"
      help="What is switched off is gone from the dashboard of owners. What they have published stays until its last day; you can take it down on the listing's page."
      setting={setting}
    >
      {({ value, set }) => (
        <div className="grid gap-1">
          {kinds.map(([name, label, note]) => (
            <label key={name} className="flex min-h-11 items-center gap-3 text-16">
              <input
                type="checkbox"
                name={name}
                className="size-5 shrink-0 accent-action"
                checked={value[name]}
                onChange={({ target }) => set({ ...value, [name]: target.checked })}
              />
              <span>
                <strong className="font-semibold">{label}.</strong> {note}
              </span>
            </label>
          ))}
        </div>
      )}
    </SettingForm>
  );
}
