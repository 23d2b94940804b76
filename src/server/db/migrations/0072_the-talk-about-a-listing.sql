-- Staff ask about a new listing: the talk has the listing's own id and goes with it, like the talk about a claim.
CREATE TRIGGER drop_conversation AFTER DELETE ON businesses REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION drop_conversation();
