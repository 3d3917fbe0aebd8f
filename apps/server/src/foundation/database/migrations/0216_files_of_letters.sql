-- What goes along with a letter to many: stored once, however many get it.
create table mass_email_files (
  mass_email_id uuid not null references mass_emails (id),
  position int not null,
  filename text not null check (filename !~ '[[:cntrl:]/\\]'),
  file text not null,
  -- Shown in the letter.
  is_picture boolean not null,
  primary key (mass_email_id, position)
);
call guard_platform('mass_email_files');
revoke update, delete on mass_email_files from mshahara_platform;
