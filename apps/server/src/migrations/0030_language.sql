-- The language in which a person reads the employee's area and the letters to employees.

alter table users add column language text not null default 'en'
  constraint users_language_known check (language in ('en', 'sw'));
grant select (language) on users to mshahara_app;
