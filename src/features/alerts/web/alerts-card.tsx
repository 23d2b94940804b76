import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { StaffPart } from '#features/staff-frame/web/staff-parts.tsx';
import { problemMessage } from '#web/api-client/api-error.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import { showToast } from '#web/toast/toast-store.ts';
import { type AlertSubject, alertSubjects } from '../alert-subjects.ts';
import { type Alert, listAlerts, setAlert } from '../contract.ts';

const query = endpointQuery(listAlerts, {});

/** Switches for mail to the person's own address. Each is saved at once. */
export function AlertsCard() {
  const client = useQueryClient();
  const { data } = useQuery(query);
  const change = useMutation({
    mutationFn: (alert: Alert) => callApi(client, setAlert, { body: alert }),
    onSuccess: ({ answer }, { subject, isOn }) => {
      client.setQueryData(query.queryKey, answer);
      showToast({ title: isOn ? 'We mail you' : 'No more mail', text: alertSubjects[subject].label });
    },
    onError: (error) => {
      showToast({
        title: 'Error',
        text: problemMessage(error, 'This could not be saved. Check the connection and try again.'),
        destructive: true,
      });
    },
  });
  if (data === undefined) return null;
  const isOn = (alert: Alert) =>
    change.isPending && change.variables.subject === alert.subject ? change.variables.isOn : alert.isOn;
  const turn = (subject: AlertSubject, wanted: boolean) => {
    if (!change.isPending) change.mutate({ subject, isOn: wanted });
  };
  return (
    <StaffPart title="Mail to you">
      <fieldset>
        <legend className="mb-2 max-w-[66ch] text-16 text-ink-soft">
          The town’s address hears of all that waits. Get a copy at your own address of:
        </legend>
        <div className="grid gap-x-6 sm:grid-cols-2">
          {data.map((alert) => (
            <label key={alert.subject} className="flex min-h-11 items-center gap-3 text-16">
              <input
                type="checkbox"
                className="size-5 shrink-0 accent-action"
                checked={isOn(alert)}
                onChange={({ currentTarget }) => turn(alert.subject, currentTarget.checked)}
              />
              {alertSubjects[alert.subject].label}
            </label>
          ))}
        </div>
      </fieldset>
    </StaffPart>
  );
}
