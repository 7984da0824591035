-- Reads the tables while others read and write them.
ALTER TABLE "activation_code" VALIDATE CONSTRAINT "activation_code_tenant_guid_sentry_guid_fkey";
ALTER TABLE "credential" VALIDATE CONSTRAINT "credential_tenant_guid_sentry_guid_fkey";
ALTER TABLE "activation" VALIDATE CONSTRAINT "activation_tenant_guid_sentry_guid_fkey";
ALTER TABLE "installation" VALIDATE CONSTRAINT "installation_tenant_guid_sentry_guid_fkey";
ALTER TABLE "installation" VALIDATE CONSTRAINT "installation_tenant_guid_location_guid_fkey";
ALTER TABLE "sentry_network" VALIDATE CONSTRAINT "sentry_network_tenant_guid_sentry_guid_fkey";
ALTER TABLE "demo_scenario" VALIDATE CONSTRAINT "demo_scenario_tenant_guid_sentry_guid_fkey";
ALTER TABLE "sensor_setting" VALIDATE CONSTRAINT "sensor_setting_tenant_guid_sentry_guid_fkey";
ALTER TABLE "sensor_offset" VALIDATE CONSTRAINT "sensor_offset_tenant_guid_sentry_guid_fkey";
ALTER TABLE "fluid_sensor" VALIDATE CONSTRAINT "fluid_sensor_tenant_guid_sentry_guid_fkey";

-- contract: the triggers fill what an older server leaves out, and the keys that it names in ON CONFLICT stay beside the new ones
ALTER TABLE "activation_code" ALTER COLUMN "tenant_guid" SET NOT NULL,
  DROP CONSTRAINT "activation_code_sentry_guid_fkey",
  DROP CONSTRAINT "activation_code_pkey",
  ADD CONSTRAINT "activation_code_pkey" PRIMARY KEY USING INDEX "activation_code_tenant_key";
-- contract: as above
ALTER TABLE "credential" ALTER COLUMN "tenant_guid" SET NOT NULL,
  DROP CONSTRAINT "credential_sentry_guid_fkey",
  DROP CONSTRAINT "credential_pkey",
  ADD CONSTRAINT "credential_pkey" PRIMARY KEY USING INDEX "credential_tenant_key";
-- contract: as above
ALTER TABLE "activation" ALTER COLUMN "tenant_guid" SET NOT NULL,
  DROP CONSTRAINT "activation_sentry_guid_fkey",
  DROP CONSTRAINT "activation_pkey",
  ADD CONSTRAINT "activation_pkey" PRIMARY KEY USING INDEX "activation_tenant_key";
-- contract: as above
ALTER TABLE "installation" ALTER COLUMN "tenant_guid" SET NOT NULL,
  DROP CONSTRAINT "installation_sentry_guid_fkey",
  DROP CONSTRAINT "installation_location_guid_fkey",
  DROP CONSTRAINT "installation_pkey",
  ADD CONSTRAINT "installation_pkey" PRIMARY KEY USING INDEX "installation_tenant_key";
-- contract: as above
ALTER TABLE "sentry_network" ALTER COLUMN "tenant_guid" SET NOT NULL,
  DROP CONSTRAINT "sentry_network_sentry_guid_fkey",
  DROP CONSTRAINT "sentry_network_pkey",
  ADD CONSTRAINT "sentry_network_pkey" PRIMARY KEY USING INDEX "sentry_network_tenant_key";
-- contract: as above
ALTER TABLE "demo_scenario" ALTER COLUMN "tenant_guid" SET NOT NULL,
  DROP CONSTRAINT "demo_scenario_sentry_guid_fkey",
  DROP CONSTRAINT "demo_scenario_pkey",
  ADD CONSTRAINT "demo_scenario_pkey" PRIMARY KEY USING INDEX "demo_scenario_tenant_key";
-- contract: as above
ALTER TABLE "sensor_setting" ALTER COLUMN "tenant_guid" SET NOT NULL,
  DROP CONSTRAINT "sensor_setting_sentry_guid_fkey",
  DROP CONSTRAINT "sensor_setting_pkey",
  ADD CONSTRAINT "sensor_setting_pkey" PRIMARY KEY USING INDEX "sensor_setting_tenant_key";
-- contract: as above
ALTER TABLE "sensor_offset" ALTER COLUMN "tenant_guid" SET NOT NULL,
  DROP CONSTRAINT "sensor_offset_sentry_guid_fkey",
  DROP CONSTRAINT "sensor_offset_pkey",
  ADD CONSTRAINT "sensor_offset_pkey" PRIMARY KEY USING INDEX "sensor_offset_tenant_key";
-- contract: as above
ALTER TABLE "fluid_sensor" ALTER COLUMN "tenant_guid" SET NOT NULL,
  DROP CONSTRAINT "fluid_sensor_sentry_guid_fkey",
  DROP CONSTRAINT "fluid_sensor_pkey",
  ADD CONSTRAINT "fluid_sensor_pkey" PRIMARY KEY USING INDEX "fluid_sensor_tenant_key";
-- contract: as above
ALTER TABLE "simulated_sentry" DROP CONSTRAINT "simulated_sentry_pkey",
  ADD CONSTRAINT "simulated_sentry_pkey" PRIMARY KEY USING INDEX "simulated_sentry_tenant_guid_sentry_guid_key";
