import { TextField } from '#web/ui/field.tsx';
import type { Setting, StaffSettings } from '../staff-contract.ts';
import { SettingForm } from './setting-form.tsx';

type Targets = Record<string, string | null>;

interface TargetsProps<V extends Targets> {
  name: 'footerLinks' | 'discoverLinks';
  title: string;
  help: string;
  setting: Setting<V>;
  labels: Readonly<Record<keyof V & string, string>>;
}

function TargetsSetting<V extends Targets>({ name, title, help, setting, labels }: TargetsProps<V>) {
  return (
    <SettingForm name={name} title={title} help={help} setting={setting}>
      {({ value, set, errorAt }) => (
        <div className="grid gap-4 sm:grid-cols-2">
          {(Object.entries(labels) as [keyof V & string, string][]).map(([key, label]) => (
            <TextField
              key={key}
              label={label}
              name={key}
              inputMode="url"
              value={value[key] ?? ''}
              error={errorAt(key)}
              onChange={({ target }) => set({ ...value, [key]: target.value.trim() || null })}
            />
          ))}
        </div>
      )}
    </SettingForm>
  );
}

export function LinkSettings({ settings }: { settings: StaffSettings }) {
  return (
    <>
      <TargetsSetting
        name="footerLinks"
        title="Links at the foot"
        help="A page of this site (/contact) or a web address (https://…). Empty: the words stand there and lead nowhere."
        setting={settings.footerLinks}
        labels={{
          about: 'About',
          privacyPolicy: 'Privacy Policy',
          termsOfUse: 'Terms of Use',
          listYourBusiness: 'List Your Business',
        }}
      />
      <TargetsSetting
        name="discoverLinks"
        title="Discover tiles"
        help="Where two of the home page's tiles lead."
        setting={settings.discoverLinks}
        labels={{ thingsToDo: 'Things to Do', placesToStay: 'Places to Stay' }}
      />
      <SettingForm
        name="adsContact"
        title="Contact for ads"
        help="Where the invitation in an empty ad slot leads: a page of this site, a web address, or an email address."
        setting={settings.adsContact}
      >
        {({ value, set, errorAt }) => (
          <TextField
            label="Page or email"
            name="adsContact"
            value={value}
            error={errorAt('adsContact')}
            onChange={({ target }) => set(target.value)}
          />
        )}
      </SettingForm>
    </>
  );
}
