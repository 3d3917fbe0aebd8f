-- Every road to a change of who may pay is noted, and the application's own role changes only what
-- whoever is bound may change (A4, C20).

-- Who gave the role: an invitation that is accepted later was their act.
alter table memberships add column granted_by uuid references users (id);
drop trigger activity on memberships;
call guard_log('memberships', 'users', 'activation_hash', 'activation_hash,granted_by');

create trigger follow_payers before insert or update or delete on memberships
  for each row execute function follow_payers();
create trigger guard_membership before update or delete on memberships
  for each row when (current_user = 'mshahara_app') execute function guard_membership();
revoke insert, update on memberships from mshahara_app;
grant update (role, status, permissions, off_by_record, invited_as) on memberships to mshahara_app;

create trigger follow_rule after update of second_person on payout_settings
  for each row when (old.second_person is distinct from new.second_person)
  execute function follow_rule();
create trigger guard_rule before update on payout_settings
  for each row when (current_user = 'mshahara_app') execute function guard_rule();
revoke update on payout_settings from mshahara_app;
grant update (second_person) on payout_settings to mshahara_app;
