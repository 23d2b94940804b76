import { MessageForm } from '#features/business-messages/web/message-form.tsx';
import { NoMessages } from '#features/business-messages/web/no-messages.tsx';
import { AboutBusinessPage, aboutBusinessRoute } from '#features/businesses/web/about-business-page.tsx';

export const { queries, canonicalPath } = aboutBusinessRoute('message');

export function Page() {
  return (
    <AboutBusinessPage
      title={(name) => `Message ${name ?? 'the business'}`}
      description="Write to a business of the directory."
    >
      {(business) => (
        <>
          <h1 className="text-34 [overflow-wrap:anywhere]">Message {business.name}</h1>
          <div className="mt-4">
            {business.takesMessages ? (
              <MessageForm slug={business.slug} name={business.name} />
            ) : (
              <NoMessages business={business} />
            )}
          </div>
        </>
      )}
    </AboutBusinessPage>
  );
}
