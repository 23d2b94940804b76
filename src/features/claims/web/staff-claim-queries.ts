import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import { getClaimDocument, getStaffClaim } from '../staff-contract.ts';

export const staffClaimQuery = (id: string) => endpointQuery(getStaffClaim, { params: { id } });

export const claimDocumentQuery = (id: string, documentId: string) =>
  endpointQuery(getClaimDocument, { params: { id, documentId } });
