ALTER TABLE "business_messages" ADD COLUMN "blocked_at" timestamp with time zone;--> statement-breakpoint
-- Answers of owners become posts.
INSERT INTO conversations (id, kind, last_word, last_at)
select id, 'business', 'us', answered_at from business_messages where answer is not null and answered_at is not null
on conflict (id) do nothing;--> statement-breakpoint
INSERT INTO conversation_posts (id, conversation_id, kind, text, created_at)
select gen_random_uuid(), id, 'answer', answer, answered_at from business_messages where answer is not null and answered_at is not null;
