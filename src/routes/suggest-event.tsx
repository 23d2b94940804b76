import { useCity } from '#features/city-guide/web/city-queries.ts';
import { PageHead } from '#features/city-guide/web/page-head.tsx';
import { SuggestionForm } from '#features/events/web/suggestion-form.tsx';
import { Card, Container } from '#web/ui/layout.tsx';

export function Page() {
  const { name } = useCity();
  return (
    <>
      <PageHead
        title="Suggest an Event"
        description={`Tell ${name} what's on: suggest an event for the community calendar.`}
        canonicalPath="/events/suggest"
        noIndex
      />
      <Container className="py-10 lg:py-16">
        <Card className="mx-auto max-w-3xl p-6 sm:p-8">
          <h1 className="text-34">Suggest an event</h1>
          <p className="mt-2 mb-6 text-ink-soft">
            A concert, a sale, a meeting: if neighbors may come, it belongs on the calendar. A person looks at every
            suggestion, usually within a day.
          </p>
          <SuggestionForm />
        </Card>
      </Container>
    </>
  );
}
