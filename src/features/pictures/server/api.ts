import { join } from 'node:path';
import { requireUser } from '#features/accounts/server/current-user.ts';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import { serve } from '#server/http/serve.ts';
import { removePicture, storePicture } from '#server/storage/store-picture.ts';
import { uploadStaffPicture } from '#shared/staff-pictures.ts';

export const staffPicturesApi = [
  serve(uploadStaffPicture, async ({ query, upload }, { db, env, user }) => {
    const folder = join(env.dataDir, 'uploads');
    const picture = await storePicture(upload, folder);
    try {
      await writeAudit(db, {
        actorId: requireUser(user).id,
        action: 'picture.uploaded',
        subjectType: 'picture',
        subjectId: picture.src,
      });
    } catch (error) {
      await removePicture(picture.src, folder);
      throw error;
    }
    return { ...picture, alt: query.alt, focus: null };
  }),
];
