-- create table commented (id int);
/* create table also_commented (id int); /* nested */ */
begin transaction;

CREATE TABLE IF NOT EXISTS public.users (
  id   bigint PRIMARY KEY,
  name text NOT NULL DEFAULT 'a; b''c', -- with a semicolon;
  tags text[]
);

create unlogged table "Audit;Log" (at timestamptz);

insert into users values (1, 'create table quoted (id int);');

CREATE UNIQUE INDEX CONCURRENTLY users_name
  ON public.users (lower(name));

create index on users (id);

create type mood as enum ('happy', 'sad');

CREATE MATERIALIZED VIEW report.active AS
  SELECT case when id > 1 then 'x' else 'y' end
  FROM users;

create or replace function public.rename(who bigint, "to" text default cast('a' as text))
returns void
language plpgsql
as $body$
begin
  update users set name = "to" where id = who;
  create table inner_one (id int);
end;
$body$;

CREATE FUNCTION twice(a int) RETURNS int
  LANGUAGE sql
  RETURN a * 2;

COPY users (id, name) FROM stdin;
1	it's
2	create table data (id int);
\.

CREATE TRIGGER touch AFTER UPDATE ON users
FOR EACH ROW WHEN (NEW.name IS NOT NULL)
BEGIN
  UPDATE users SET name = CASE WHEN 1 THEN 'a' ELSE 'b' END;
  DELETE FROM audit;
END;

create trigger notify after insert on users for each row execute function notify_all();

CREATE OR REPLACE PROCEDURE billing.close_month(p_month IN DATE) IS
  v_total NUMBER;
BEGIN
  IF v_total > 0 THEN
    NULL;
  END IF;
  FOR r IN (SELECT 1 FROM dual) LOOP
    NULL;
  END LOOP;
END close_month;
/

DELIMITER $$
CREATE DEFINER = `root`@`localhost` PROCEDURE `shop`.`restock`(IN n INT)
BEGIN
  SELECT n;
END$$
DELIMITER ;

CREATE PROCEDURE [dbo].[Get Users] @id int
AS
SELECT 1;
SELECT 2;
GO

create schema archive

create view without_end as select 1
create table #scratch (a int);

create role reader;
