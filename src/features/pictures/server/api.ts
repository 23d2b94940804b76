import { requireUser } from '#features/accounts/server/current-user.ts';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import { serve } from '#server/http/serve.ts';
import { filesOf } from '#server/storage/site-files.ts';
import { removePicture, storePicture } from '#server/storage/store-picture.ts';
import { uploadStaffPicture } from '#shared/staff-pictures.ts';

export const staffPicturesApi = [
  serve(uploadStaffPicture, async ({ query, upload }, { db, env, user }) => {
    const { uploads } = filesOf(env);
    const picture = await storePicture(upload, uploads);
    try {
      await writeAudit(db, {
        actorId: requireUser(user).id,
        action: 'picture.uploaded',
        subjectType: 'picture',
        subjectId: picture.src,
      });
    } catch (error) {
      await removePicture(picture.src, uploads);
      throw error;
    }
    return { ...picture, alt: query.alt, focus: null };
  }),
];
