import { TextField } from '#web/ui/field.tsx';
import { networkNames, socialNetworks } from '../contract.ts';
import type { BusinessFormState } from './use-business-form.ts';

const examples: Record<(typeof socialNetworks)[number], string> = {
  facebook: 'facebook.com/yourshop',
  instagram: 'instagram.com/yourshop',
  x: 'x.com/yourshop',
  tiktok: 'tiktok.com/@yourshop',
  youtube: 'youtube.com/@yourshop',
  linkedin: 'linkedin.com/company/yourshop',
  yelp: 'yelp.com/biz/yourshop',
};

export function SocialLinksEditor({ form }: { form: BusinessFormState }) {
  const { socialLinks } = form.values;
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      {socialNetworks.map((network) => (
        <TextField
          key={network}
          label={networkNames[network]}
          type="url"
          name={`socialLinks.${network}`}
          placeholder={examples[network]}
          value={socialLinks[network] ?? ''}
          error={form.errors[`socialLinks.${network}`]}
          onChange={({ target: { value } }) => form.set({ socialLinks: { ...socialLinks, [network]: value } })}
        />
      ))}
    </div>
  );
}
