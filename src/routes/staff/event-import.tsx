import { CalendarImport } from '#features/events/web/calendar-import.tsx';
import { StaffHeading } from '#features/staff-frame/web/staff-parts.tsx';
import { ButtonLink } from '#web/ui/button.tsx';

export function Page() {
  return (
    <>
      <StaffHeading title="Import events">
        <ButtonLink look="secondary" to="/staff/events">
          All events
        </ButtonLink>
      </StaffHeading>
      <CalendarImport />
    </>
  );
}
