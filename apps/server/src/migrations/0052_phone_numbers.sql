-- What is known of a telephone number over all organisations, by its last nine digits: whether its
-- owner ever answered, and whether they want no more (docs/decisions/041).
create table phone_numbers (
  digits text primary key check (digits ~ '^[0-9]{1,9}$'),
  -- Has paid at a prompt, or entered a code that was sent there.
  agreed_at timestamptz,
  stopped_at timestamptz,
  stopped_by text check (stopped_by in ('owner', 'gateway', 'operator')),
  constraint phone_numbers_stopped check ((stopped_at is null) = (stopped_by is null))
);
call guard_platform('phone_numbers');
create policy erasable on phone_numbers to mshahara_eraser using (stopped_at is null);
grant select, delete on phone_numbers to mshahara_eraser;

create index payment_pushes_to on payment_pushes (digits_of(phone), created_at);
create index mails_texts_to on mails (digits_of(recipient), created_at) where lane = 'texts';

set local role mshahara_platform;
insert into phone_numbers (digits, agreed_at)
  select digits_of(phone), min(created_at) from payment_pushes
  where state = 'paid' and digits_of(phone) is not null group by 1;
reset role;

create trigger guard_prompt before insert on payment_pushes
  for each row when (new.state = 'created') execute function guard_prompt();
create trigger note_agreed after update on payment_pushes
  for each row when (new.state = 'paid' and old.state <> 'paid') execute function guard_prompt();
