export { editDistance } from '#shared/edit-distance.ts';
