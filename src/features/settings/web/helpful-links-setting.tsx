import { linkGroupIcons } from '#shared/city.ts';
import { SelectField, TextField } from '#web/ui/field.tsx';
import type { LinkGroup, StaffSettings } from '../staff-contract.ts';
import { Rows } from './rows.tsx';
import { SettingForm } from './setting-form.tsx';

const noLink: LinkGroup['links'][number] = { title: '', url: '', text: '' };
const noGroup: LinkGroup = { title: '', icon: 'city', links: [noLink] };

export function HelpfulLinksSetting({ setting }: { setting: StaffSettings['helpfulLinks'] }) {
  return (
    <SettingForm
      name="helpfulLinks"
      title="Helpful links"
      help="The groups of the Helpful Links page, in its order."
      setting={setting}
    >
      {({ value, set, errorAt }) => (
        <Rows what="group" rows={value} empty={noGroup} max={12} onChange={set}>
          {(group, setGroup, place) => (
            <Group
              group={group}
              errorAt={(path) => errorAt(`${place}.${path}`)}
              nameOf={(path) => `${place}.${path}`}
              onChange={setGroup}
            />
          )}
        </Rows>
      )}
    </SettingForm>
  );
}

interface GroupProps {
  group: LinkGroup;
  errorAt: (path: string) => string | undefined;
  nameOf: (path: string) => string;
  onChange: (group: LinkGroup) => void;
}

function Group({ group, errorAt, nameOf, onChange }: GroupProps) {
  const { title, icon, links } = group;
  const hasError = links.some((_, at) =>
    ['title', 'url', 'text', 'phone'].some((name) => errorAt(`links.${at}.${name}`)),
  );
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField
          label="Name of the group"
          name={nameOf('title')}
          maxLength={60}
          value={title}
          error={errorAt('title')}
          onChange={({ target }) => onChange({ ...group, title: target.value })}
        />
        <SelectField
          label="Drawing"
          name={nameOf('icon')}
          value={icon}
          onChange={({ target }) =>
            onChange({ ...group, icon: linkGroupIcons.find((name) => name === target.value) ?? icon })
          }
        >
          {linkGroupIcons.map((name) => (
            <option key={name} value={name}>
              {`${name[0]?.toUpperCase()}${name.slice(1)}`}
            </option>
          ))}
        </SelectField>
      </div>
      <details open={hasError || title === ''}>
        <summary className="min-h-11 cursor-pointer py-2 underline">
          {links.length} {links.length === 1 ? 'link' : 'links'}
        </summary>
        <Rows
          what="link"
          rows={links}
          empty={noLink}
          max={40}
          onChange={(changed) => onChange({ ...group, links: changed })}
        >
          {(link, setLink, at) => {
            const field = (name: 'title' | 'url' | 'text', label: string, maxLength: number) => (
              <TextField
                label={label}
                name={nameOf(`links.${at}.${name}`)}
                maxLength={maxLength}
                value={link[name]}
                error={errorAt(`links.${at}.${name}`)}
                onChange={({ target }) => setLink({ ...link, [name]: target.value })}
              />
            );
            return (
              <div className="grid gap-3 sm:grid-cols-2">
                {field('title', 'Title', 90)}
                {field('url', 'Web address', 500)}
                {field('text', 'What is there', 240)}
                <TextField
                  label="Phone (optional)"
                  name={nameOf(`links.${at}.phone`)}
                  type="tel"
                  value={link.phone ?? ''}
                  error={errorAt(`links.${at}.phone`)}
                  onChange={({ target }) => {
                    const { phone: _, ...rest } = link;
                    setLink(target.value === '' ? rest : { ...rest, phone: target.value });
                  }}
                />
              </div>
            );
          }}
        </Rows>
      </details>
    </>
  );
}
