-- Benefits in kind (B33): what each person has besides money, from a day on. Its value follows from
-- the law of a month, so what is kept is what it is measured by.

create table benefits (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null default gen_random_uuid(),
  employee_id uuid not null,
  kind text not null check (kind in ('car', 'leased car', 'electricity', 'water', 'furniture',
    'hired furniture', 'telephone', 'metered electricity', 'metered water', 'meals', 'school fees',
    'servants', 'club fees', 'insurance', 'other', 'house')),
  -- Cost, hire, bills of a month, or the rent of a house.
  amount numeric(14, 2) check (amount >= 0),
  market numeric(14, 2) check (market >= 0),
  agreed numeric(14, 2) check (agreed >= 0),
  cc int check (cc between 0 and 20000),
  body text check (body in ('saloon', 'van', 'cruiser')),
  farm boolean,
  occupant text check (occupant in ('employee', 'director', 'farm')),
  house text check (house in ('own', 'rented', 'connected')),
  recovered numeric(14, 2) check (recovered >= 0),
  total_income numeric(14, 2) check (total_income >= 0),
  with_gains boolean,
  "from" date not null,
  "to" date,
  description text check (length(description) <= 500),
  created_at timestamptz not null default app_now(),
  primary key (organization_id, id),
  constraint benefits_employee foreign key (organization_id, employee_id)
    references employees (organization_id, id),
  constraint benefits_period check ("to" >= "from"),
  -- What is asked about each kind, and nothing else.
  constraint benefits_amount check ((amount is not null) = case kind
    when 'house' then occupant <> 'farm' and house <> 'own'
    else kind not in ('electricity', 'water') end),
  constraint benefits_market check (case kind
    when 'house' then (market is not null)
      = (occupant = 'director' or occupant = 'employee' and house <> 'rented')
    else kind = 'other' or market is null end),
  constraint benefits_car check (num_nonnulls(cc, body) = case kind when 'car' then 2 else 0 end
    and (agreed is null or kind in ('car', 'leased car'))),
  constraint benefits_farm check ((farm is not null) = (kind in ('electricity', 'water'))),
  constraint benefits_house check (case kind
    when 'house' then num_nulls(occupant, house, with_gains) = 0
      and (total_income is null or occupant = 'director')
      and (occupant <> 'farm' or house = 'own')
      and (not with_gains or occupant = 'employee' and house = 'own')
    else num_nonnulls(occupant, house, with_gains, recovered, total_income) = 0 end),
  -- A month is valued with the house that somebody lives in: no two on any day. Checked at the end
  -- of a statement: a sheet may end one and begin another in any order.
  constraint benefits_one_house exclude using gist (organization_id with =, employee_id with =,
    daterange("from", "to", '[]') with &&) where (kind = 'house') deferrable initially immediate
);
create index benefits_of_employee on benefits (organization_id, employee_id);
-- A second click, or a sheet taken twice, is not a second car; a description tells two apart.
create unique index benefits_once on benefits
  (organization_id, employee_id, kind, "from", lower(coalesce(description, '')));

call org_table('benefits', 'pay-items');
call guard_rights('benefits', 'insert or update or delete', 'edit employees');
call erasable('benefits', 'update (description)');
