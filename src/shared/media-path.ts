/** The address of a picture that is kept here. */
export const mediaPath = /^\/media\/[\w-]+(?:[/.@][\w-]+)*$/;
