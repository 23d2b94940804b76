CREATE TABLE "claim_documents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"claim_id" uuid NOT NULL,
	"picture" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "claim_documents" ADD CONSTRAINT "claim_documents_claim_id_claims_id_fk" FOREIGN KEY ("claim_id") REFERENCES "public"."claims"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "claim_documents_claim_id" ON "claim_documents" USING btree ("claim_id");--> statement-breakpoint
ALTER TABLE "claims" DROP COLUMN "document_path";--> statement-breakpoint
ALTER TABLE "claims" DROP COLUMN "document_name";