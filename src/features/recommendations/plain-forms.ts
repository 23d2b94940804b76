import { type FormRequest, pageWithToken, plainForm } from '#shared/plain-form.ts';
import * as contract from './contract.ts';

const below =
  (page: string) =>
  ({ params }: FormRequest) =>
    `/business/${encodeURIComponent(params.slug ?? '')}/${page}`;

export const recommendationForms = [
  plainForm({
    form: 'recommendation',
    action: '/business/:slug/recommend',
    fields: ['name', 'email', 'text', 'topic'],
    endpoint: contract.recommendBusiness,
    body: (values) => values,
    page: below('recommend'),
    mark: 'recommendation',
    doneMessage: contract.recommendationSentMessage,
  }),
  plainForm({
    form: 'recommendation-report',
    action: '/business/:slug/report-recommendation',
    fields: ['id', 'text', 'topic'],
    endpoint: contract.reportRecommendation,
    body: (values) => values,
    page: below('report-recommendation'),
    mark: 'recommendation-report',
    doneMessage: contract.recommendationReportedMessage,
  }),
  plainForm({
    form: 'confirm-recommendation',
    action: '/recommendations/confirm',
    fields: ['token'],
    endpoint: contract.confirmRecommendation,
    body: (values) => values,
    page: pageWithToken('/recommendations/confirm'),
    mark: 'recommendation-confirmed',
    doneMessage: contract.recommendationConfirmedMessage,
  }),
  plainForm({
    form: 'withdraw-recommendation',
    action: '/recommendations/withdraw',
    fields: ['token'],
    endpoint: contract.withdrawRecommendation,
    body: (values) => values,
    page: pageWithToken('/recommendations/confirm'),
    donePage: () => '/recommendations/confirm',
    mark: 'recommendation-withdrawn',
    doneMessage: contract.recommendationWithdrawnMessage,
  }),
];
