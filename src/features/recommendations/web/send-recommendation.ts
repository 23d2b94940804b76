/** Loaded when a form is sent, not with the page. */
import type { QueryClient } from '@tanstack/react-query';
import { callApi } from '#web/api-client/call-api.ts';
import { sendForm } from '#web/forms/send-form.ts';
import { RecommendationForm, RecommendationReport, recommendBusiness, reportRecommendation } from '../contract.ts';

/** @param slug of the business */
export const sendRecommendation = (slug: string) => (client: QueryClient, form: HTMLFormElement) =>
  sendForm(form, {
    schema: RecommendationForm,
    send: (body) => callApi(client, recommendBusiness, { params: { slug }, body }),
    notSent: 'Your recommendation was not sent. Please check the connection and try again.',
  });

/** @param slug of the business */
export const sendReport = (slug: string) => (client: QueryClient, form: HTMLFormElement) =>
  sendForm(form, {
    schema: RecommendationReport,
    send: (body) => callApi(client, reportRecommendation, { params: { slug }, body }),
    notSent: 'Your report was not sent. Please check the connection and try again.',
  });
