import type { StaffMail } from '../staff-contract.ts';

const shown = (name: string) => `{{${name}}}`;

/** Lists the names that may stand in the text. */
export function MailVariables({ mail: { variables, cases } }: { mail: StaffMail }) {
  const button = variables.find(({ kind }) => kind === 'link');
  return (
    <section aria-labelledby="variables" className="mt-6 border-t border-line pt-5 text-16">
      <h3 id="variables" className="text-18 font-semibold">
        What may stand in it
      </h3>
      <dl className="mt-3 grid gap-2">
        {variables.map(({ name, kind, means, isNeeded }) => (
          <div key={name}>
            <dt>
              <code className="rounded-control bg-ground-deep px-1.5 py-0.5">{shown(name)}</code>
            </dt>
            <dd className="text-ink-soft">
              {means}
              {kind === 'text'
                ? ''
                : kind === 'link'
                  ? '. A button, in a paragraph of its own'
                  : '. In a paragraph of its own'}
              {isNeeded ? '. The mail needs it' : ''}
            </dd>
          </div>
        ))}
        {cases.map(({ name, means }) => (
          <div key={name}>
            <dt>
              <code className="rounded-control bg-ground-deep px-1.5 py-0.5">{shown(`when ${name}`)}</code>
            </dt>
            <dd className="text-ink-soft">
              Before a paragraph: it is shown when {means}. {shown(`when not ${name}`)} shows it otherwise
            </dd>
          </div>
        ))}
      </dl>
      {button ? (
        <p className="mt-3 text-ink-soft">
          The words of a button stand after a colon, as in {shown(`${button.name}: Open it`)}.
        </p>
      ) : null}
    </section>
  );
}
