import * as z from 'zod/mini';
import { endpoint } from '#shared/endpoint.ts';

/** The form on the contact page. */
export const ContactForm = z.object({
  name: z
    .string('Name must be at least 2 characters')
    .check(
      z.trim(),
      z.minLength(2, 'Name must be at least 2 characters'),
      z.maxLength(100, 'Name must be at most 100 characters'),
    ),
  email: z
    .string('Please enter a valid email address')
    .check(
      z.trim(),
      z.email('Please enter a valid email address'),
      z.maxLength(254, 'Please enter a valid email address'),
    ),
  phone: z.optional(z.string().check(z.trim(), z.maxLength(40, 'Phone must be at most 40 characters'))),
  subject: z
    .string('Subject must be at least 5 characters')
    .check(
      z.trim(),
      z.minLength(5, 'Subject must be at least 5 characters'),
      z.maxLength(150, 'Subject must be at most 150 characters'),
    ),
  message: z
    .string('Message must be at least 10 characters')
    .check(
      z.trim(),
      z.minLength(10, 'Message must be at least 10 characters'),
      z.maxLength(5000, 'Message must be at most 5,000 characters'),
    ),
});
export type ContactForm = z.infer<typeof ContactForm>;

/** Composes the message that is sent from subject, phone and text. */
export function composeContactMessage(form: ContactForm & { about?: string | null | undefined }): {
  name: string;
  email: string;
  message: string;
  about?: string;
} {
  const phone = form.phone === undefined || form.phone === '' ? 'Not provided' : form.phone;
  return {
    name: form.name,
    email: form.email,
    ...(form.about ? { about: form.about } : {}),
    message: `Subject: ${form.subject}\nPhone: ${phone}\n\n${form.message}`,
  };
}

/** A page without script shows this sentence too. */
export const messageSentMessage = "Thank you for contacting us. We'll get back to you soon!";

export const sendContactMessage = endpoint({
  method: 'POST',
  path: '/api/contact',
  who: 'anyone',
  limit: 'contact',
  creates: true,
  summary: 'Sends a message to the site team',
  body: z.object({
    name: ContactForm.shape.name,
    email: ContactForm.shape.email,
    message: z
      .string('Message must be at least 10 characters')
      .check(
        z.trim(),
        z.minLength(10, 'Message must be at least 10 characters'),
        z.maxLength(5400, 'Message must be at most 5,000 characters'),
      ),
    /** The address of the listing that the message is about; one that is not there is ignored. */
    about: z.optional(z.string().check(z.maxLength(200))),
  }),
  answer: z.object({ message: z.string('Message must be at least 10 characters') }),
  problems: [],
});

export const getContactStart = endpoint({
  method: 'GET',
  path: '/api/contact/listing',
  who: 'anyone',
  summary:
    'What the contact form opens with: the listing that it is about, null when it is not public and not your own, and the name and address of who is signed in',
  query: z.object({ about: z._default(z.string().check(z.maxLength(200)), '') }),
  answer: z.object({
    listing: z.nullable(z.object({ slug: z.string(), name: z.string() })),
    person: z.nullable(z.object({ name: z.string(), email: z.string() })),
  }),
  problems: [],
});
