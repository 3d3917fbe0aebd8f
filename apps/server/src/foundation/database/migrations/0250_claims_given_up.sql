-- A claim on somebody who has left is given up as final dues are confirmed (B29): by two where the
-- organisation asks for two.

create trigger second_person_gives_up before insert on final_claim_entries
  for each row when (current_user = 'mshahara_app' and new.kind = 'given up')
  execute function second_person_gives_up();
