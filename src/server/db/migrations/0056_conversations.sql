CREATE TABLE "conversation_posts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"conversation_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"text" text NOT NULL,
	"quoted" text,
	"from_address" text,
	"left_out" text[] DEFAULT '{}' NOT NULL,
	"author_id" uuid,
	"mail_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "conversations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"assignee_id" uuid,
	"is_unread" boolean DEFAULT false NOT NULL,
	"last_word" text,
	"awaits_reply" boolean DEFAULT false NOT NULL,
	"closed_at" timestamp with time zone,
	"last_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "conversation_posts" ADD CONSTRAINT "conversation_posts_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_posts" ADD CONSTRAINT "conversation_posts_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_assignee_id_users_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "conversation_posts_conversation_id" ON "conversation_posts" USING btree ("conversation_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "conversation_posts_mail_id" ON "conversation_posts" USING btree ("conversation_id","mail_id");--> statement-breakpoint
CREATE INDEX "conversations_assignee_id" ON "conversations" USING btree ("assignee_id");--> statement-breakpoint
CREATE INDEX "conversations_last_at" ON "conversations" USING btree ("last_at");--> statement-breakpoint
-- The conversation of a letter has the letter's own id and goes with it.
CREATE FUNCTION drop_conversation() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  delete from conversations using gone where conversations.id = gone.id;
  return null;
end
$$;--> statement-breakpoint
CREATE TRIGGER drop_conversation AFTER DELETE ON contact_messages REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION drop_conversation();--> statement-breakpoint
CREATE TRIGGER drop_conversation AFTER DELETE ON reports REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION drop_conversation();--> statement-breakpoint
CREATE TRIGGER drop_conversation AFTER DELETE ON corrections REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION drop_conversation();--> statement-breakpoint
CREATE TRIGGER drop_conversation AFTER DELETE ON claims REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION drop_conversation();--> statement-breakpoint
CREATE TRIGGER drop_conversation AFTER DELETE ON business_messages REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION drop_conversation();--> statement-breakpoint
-- Answers to the contact form, owners' answers and questions to claimants become posts.
INSERT INTO conversations (id, kind, last_word, last_at)
select m.id, 'message', 'us', max(a.created_at) from contact_messages m join contact_answers a on a.message_id = m.id group by m.id;--> statement-breakpoint
INSERT INTO conversation_posts (id, conversation_id, kind, text, author_id, created_at)
select id, message_id, 'answer', text, answered_by_id, created_at from contact_answers;--> statement-breakpoint
INSERT INTO conversations (id, kind, last_word, awaits_reply, last_at)
select id, 'claim', case when replied_at is null then 'us' else 'them' end, replied_at is null and status = 'in_review', coalesce(replied_at, asked_at)
from claims where asked_at is not null;--> statement-breakpoint
INSERT INTO conversation_posts (id, conversation_id, kind, text, created_at)
select gen_random_uuid(), id, 'answer', question, asked_at from claims where asked_at is not null and question <> '';--> statement-breakpoint
DROP TABLE "contact_answers";
