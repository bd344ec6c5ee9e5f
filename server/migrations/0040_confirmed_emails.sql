-- The email that the identity provider confirmed last. Unlike members.email, a person cannot choose it.
alter table members add column confirmed_email text;
