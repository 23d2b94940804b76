/**
 * One part of the settings: its fields, saved on their own, and a button that returns to the city pack's
 * value.
 */
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { cityQuery } from '#features/city-guide/web/city-queries.ts';
import { Moment } from '#features/staff-frame/web/age.tsx';
import { SmallButton } from '#features/staff-frame/web/staff-parts.tsx';
import { useStaffAction } from '#features/staff-frame/web/use-staff-action.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import type { FieldErrors } from '#web/forms/check-form.ts';
import { ConflictNote } from '#web/forms/conflict-note.tsx';
import { focusFirstInvalid } from '#web/forms/focus-first-invalid.ts';
import { useKept } from '#web/forms/use-kept.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/layout.tsx';
import { changesBetween, changesSince } from '../changes-since.ts';
import type { SettingHistory } from '../history-contract.ts';
import {
  getSettingHistory,
  getSettings,
  putSetting,
  resetSetting,
  type Setting,
  type SettingName,
  type StaffSettings,
  settingValues,
} from '../staff-contract.ts';
import { SavedMeanwhile } from './saved-meanwhile.tsx';
import { SettingHistoryList } from './setting-history.tsx';

interface Draft<V> {
  value: V;
  set: (value: V) => void;
  /** The error of a field such as 'hours.0.days'. */
  errorAt: (path: string) => string | undefined;
}

interface SettingFormProps<V> {
  name: SettingName;
  title: string;
  help: string;
  setting: Setting<V>;
  /** The city pack's, for a part that shows some. */
  pictures?: StaffSettings['pictures'];
  children: (draft: Draft<V>) => ReactNode;
}

/** The changes of colleagues over which a save was refused; `changes` is null when the history does not reach back. */
type Meanwhile = { changes: SettingHistory | null } | null;

/** The draft of one part, and its two writes, each with the way back. */
function useSettingWrites<V>(name: SettingName, setting: Setting<V>) {
  const client = useQueryClient();
  const { isPending, refusal, run } = useStaffAction();
  const { changedAt, packValue } = setting;
  const kept = useKept(
    { thing: `setting:${name}`, noun: 'setting', schema: settingValues[name] },
    setting.value,
    changedAt,
  );
  const { value } = kept;
  const [meanwhile, setMeanwhile] = useState<Meanwhile>(null);
  const [errors, setErrors] = useState<FieldErrors>({});
  const params = { key: name };

  /** The frame around this page shows the town too, so its facts are read again. */
  const refreshTown = () => client.fetchQuery({ ...cityQuery, staleTime: 0 }).catch(() => undefined);

  /**
   * The way back to what is stored now, refused when somebody has changed it since.
   * @param later the time of the change that it takes back; null: that was a reset
   */
  function undoTo(later: string | null) {
    const putBack = async () => {
      if (changedAt === null) await callApi(client, resetSetting, { params, query: { changedAt: later ?? undefined } });
      else await callApi(client, putSetting, { params, body: { value: setting.value, changedAt: later } });
      kept.follow(setting.value);
      await refreshTown();
    };
    return { about: `setting:${name}`, putBack };
  }

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const refused = await run(
      async () => {
        const { answer } = await callApi(client, putSetting, { params, body: { value, changedAt: kept.version } });
        kept.settle(value);
        setMeanwhile(null);
        return answer[name].changedAt;
      },
      'Saved. It shows on every page',
      (now) => undoTo(now),
    );
    setErrors(refused ?? {});
    if (refused === null) return refreshTown();
    kept.catchUp(refused);
    focusFirstInvalid(form, refused);
    if (Object.keys(refused).length === 0) await readMeanwhile();
  }
  /** A save that names another version than the stored one was refused: reads who has changed what since. */
  async function readMeanwhile() {
    const now = client.getQueryData(endpointQuery(getSettings, {}).queryKey)?.[name] as Setting<V> | undefined;
    if (now === undefined || now.changedAt === kept.version) return;
    const history = endpointQuery(getSettingHistory, { params });
    const changes = await client.fetchQuery({ ...history, staleTime: 0 }).catch(() => []);
    setMeanwhile({ changes: changesSince(changes, { base: kept.base, stored: now.value }) });
  }
  async function reset() {
    const refused = await run(
      async () => {
        await callApi(client, resetSetting, { params, query: { changedAt: changedAt ?? undefined } });
        // Set at once: the note beside the fields changes as soon as the settings have been read again.
        kept.settle(packValue);
        setMeanwhile(null);
        setErrors({});
      },
      'Back to the original',
      () => undoTo(null),
    );
    if (refused === null) await refreshTown();
  }
  /** Makes a former value count. What is typed and not sent stays in the form. */
  async function restore(former: V) {
    const refused = await run(
      async () => {
        const { answer } = await callApi(client, putSetting, { params, body: { value: former, changedAt } });
        kept.follow(former);
        return answer[name].changedAt;
      },
      'Put back. It shows on every page',
      (now) => undoTo(now),
    );
    if (refused === null) await refreshTown();
  }
  return {
    kept,
    meanwhile,
    refusal,
    errors,
    isPending,
    save,
    reset,
    restore,
  };
}

export function SettingForm<V>({ name, title, help, setting, pictures, children }: SettingFormProps<V>) {
  const { kept, meanwhile, refusal, errors, isPending, save, reset, restore } = useSettingWrites(name, setting);
  const { value, set } = kept;
  const { changedAt, changedBy } = setting;
  return (
    <Card className="p-5 sm:p-8">
      <form noValidate onSubmit={(event) => void save(event)} aria-labelledby={`${name}-title`} className="grid gap-4">
        <div>
          <h2 id={`${name}-title`} className="scroll-mt-24 text-26">
            {title}
          </h2>
          <p className="mt-1 text-16 text-ink-soft">{help}</p>
        </div>
        {kept.notice}
        {children({ value, set, errorAt: (path) => errors[path] })}
        {errors[name] ? (
          <p role="alert" className="text-16 font-medium text-danger">
            {errors[name]}
          </p>
        ) : null}
        <ConflictNote kept={kept} refusal={refusal}>
          {meanwhile && kept.over ? (
            <SavedMeanwhile {...meanwhile} own={changesBetween(kept.over.now, value)} pictures={pictures} />
          ) : null}
        </ConflictNote>
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" disabled={isPending}>
            {isPending ? 'Saving...' : 'Save'}
          </Button>
          {changedAt ? (
            <>
              <SmallButton disabled={isPending} onClick={() => void reset()}>
                Back to the original
              </SmallButton>
              <span className="text-14 text-ink-soft">
                Changed <Moment at={changedAt} />
                {changedBy ? ` by ${changedBy}` : ''}
              </span>
            </>
          ) : (
            <span className="text-14 text-ink-soft">As it came with the site</span>
          )}
        </div>
        <SettingHistoryList
          name={name}
          value={setting.value}
          isPending={isPending}
          onPutBack={restore}
          {...(pictures ? { pictures } : {})}
        />
      </form>
    </Card>
  );
}
