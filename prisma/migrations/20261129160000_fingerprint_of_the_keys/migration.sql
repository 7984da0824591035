-- The fingerprint of the keys file is kept beside the settings, so that a server with other keys does not start.
-- contract: the names that an older server stores stay allowed, and it does not look at the one that is added
ALTER TABLE "installation_setting" DROP CONSTRAINT "installation_setting_name",
  ADD CONSTRAINT "installation_setting_name" CHECK (name IN ('mail', 'heartbeat', 'keys'));
