import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import { getClaimCharge, getClaimDocument, getStaffClaim } from '../staff-contract.ts';

export const staffClaimQuery = (id: string) => endpointQuery(getStaffClaim, { params: { id } });

/** Apart from the claim: the payment service is asked. */
export const claimChargeQuery = (id: string) => endpointQuery(getClaimCharge, { params: { id } });

export const claimDocumentQuery = (id: string, documentId: string) =>
  endpointQuery(getClaimDocument, { params: { id, documentId } });
