-- Telephone numbers belong to people, not to organisations: what may be sent to one is counted over
-- all of them, and whoever says stop is not heard by one alone (docs/decisions/041).

create or replace function number_stopped(number text) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from phone_numbers p
    where p.digits = digits_of(number) and p.stopped_at is not null)
$$;

-- Why nothing of the kind may be sent to it now: `stopped` or `often`; null where it may. Whoever
-- has paid at a prompt or entered a code that was sent there has agreed, and is spared less. What
-- somebody must hear for their own safety (`alert`) is not counted with other texts, nor they with it:
-- whoever uses up the one cannot keep the other away.
create or replace function number_closed(number text, kind text) returns text
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  who text := digits_of(number);
  agreed boolean := exists (select from phone_numbers p
    where p.digits = who and p.agreed_at is not null);
  hour int;
  day int;
begin
  if number_stopped(number) then return 'stopped'; end if;
  if kind = 'prompt' then
    select count(*) filter (where created_at > app_now() - interval '1 hour'), count(*)
      into hour, day from payment_pushes
      where digits_of(phone) = who and created_at > app_now() - interval '1 day';
    return case when hour >= case when agreed then 10 else 4 end
      or day >= case when agreed then 30 else 8 end then 'often' end;
  else
    select count(*) into day from mails
      where lane = 'texts' and digits_of(recipient) = who
        and (subject = 'Security alert') = (kind = 'alert')
        and created_at > app_now() - interval '1 day';
    if kind = 'alert' then return case when day >= 20 then 'often' end; end if;
    return case when day >= case when agreed then 12 else 5 end then 'often' end;
  end if;
end $$;

-- Two at once are counted one after the other, on whichever servers.
create or replace function refuse_unwanted(number text, kind text, own boolean) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  closed text;
begin
  perform pg_advisory_xact_lock(hashtextextended('number ' || digits_of(number), 0));
  closed := number_closed(number, kind);
  if closed = 'stopped' or closed = 'often' and not own then
    raise exception 'this number takes no more % now', kind
      using errcode = 'check_violation', constraint =
        case closed when 'stopped' then 'number_stopped' else 'number_often' end;
  end if;
end $$;

create or replace function guard_prompt() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if TG_OP = 'INSERT' then
    perform refuse_unwanted(new.phone, 'prompt', false);
  elsif new.phone <> 'ERASED' then
    insert into phone_numbers (digits, agreed_at) values (digits_of(new.phone), app_now())
    on conflict (digits) do update
      set agreed_at = coalesce(phone_numbers.agreed_at, excluded.agreed_at);
  end if;
  return new;
end $$;

alter function number_stopped(text) owner to mshahara_platform;
alter function number_closed(text, text) owner to mshahara_platform;
alter function refuse_unwanted(text, text, boolean) owner to mshahara_platform;
alter function guard_prompt() owner to mshahara_platform;
grant execute on function digits_of(text) to mshahara_app, mshahara_platform, mshahara_eraser;
grant execute on function number_closed(text, text), number_stopped(text)
  to mshahara_app, mshahara_platform;
