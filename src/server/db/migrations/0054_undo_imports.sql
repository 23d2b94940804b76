CREATE TABLE "import_changes" (
	"run_id" uuid NOT NULL,
	"business_id" uuid NOT NULL,
	"before" jsonb,
	"version_after" integer NOT NULL,
	CONSTRAINT "import_changes_run_id_business_id_pk" PRIMARY KEY("run_id","business_id")
);
--> statement-breakpoint
ALTER TABLE "import_runs" ADD COLUMN "undoes_id" uuid;--> statement-breakpoint
ALTER TABLE "import_changes" ADD CONSTRAINT "import_changes_run_id_import_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."import_runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_runs" ADD CONSTRAINT "import_runs_undoes_id_import_runs_id_fk" FOREIGN KEY ("undoes_id") REFERENCES "public"."import_runs"("id") ON DELETE cascade ON UPDATE no action;