import * as z from 'zod/mini';
import { endpoint } from '#shared/endpoint.ts';
import { TrapField } from '#shared/trap-field.ts';

/** A page without script shows this sentence too. */
export const messageSentMessage = 'Your message is on its way. The answer comes to your email.';

/** Pages call the API without the endpoint's schema, so it must be free of side effects to be left out. */
export const MessageForm = /* @__PURE__ */ (() =>
  z.object({
    name: z
      .string('Please say your name')
      .check(z.trim(), z.minLength(2, 'Please say your name'), z.maxLength(100, 'Please keep it under 100 characters')),
    email: z
      .string('Please enter a valid email address')
      .check(
        z.trim(),
        z.email('Please enter a valid email address'),
        z.maxLength(254, 'Please enter a valid email address'),
      ),
    text: z
      .string('Please write at least 10 characters')
      .check(
        z.trim(),
        z.minLength(10, 'Please write at least 10 characters'),
        z.maxLength(3000, 'Please keep it under 3,000 characters'),
      ),
    topic: TrapField,
  }))();
export type MessageForm = z.infer<typeof MessageForm>;

export const messageBusiness = endpoint({
  method: 'POST',
  path: '/api/businesses/{slug}/messages',
  who: 'anyone',
  limit: 'business-messages',
  creates: true,
  summary: "Mails a message to a listing's owner, who does not see the address; 409 when the listing takes none",
  params: z.object({ slug: z.string().check(z.maxLength(200)) }),
  body: MessageForm,
  answer: z.object({ message: z.string() }),
  status: 201,
  problems: ['not_found', 'conflict'],
});
