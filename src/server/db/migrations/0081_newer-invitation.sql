ALTER TABLE "listing_invitations" ADD COLUMN "former_hashes" text[] DEFAULT '{}' NOT NULL;
