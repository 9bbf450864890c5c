<?php

declare(strict_types=1);

namespace PublicationRegistry\WordPress;

/** Connects the parts of the plugin to WordPress. */
final class Plugin
{
    public static function start(string $file): void
    {
        register_activation_hook($file, self::activate(...));
        register_deactivation_hook($file, self::deactivate(...));
        add_action('init', static function () use ($file): void {
            load_plugin_textdomain('publication-registry', false, basename(dirname($file)) . '/languages');
            Tables::upgrade();
            Blocks::register($file);
            PublicationPage::register();
        });
        add_action('rest_api_init', Rest::register(...));
        add_action(Synchronization::HOOK, Synchronization::run(...));
        PublicationPage::start();
        if (is_admin()) {
            SettingsPage::start($file);
        }
    }

    /** @param bool|null $networkWide */
    public static function activate($networkWide = false): void
    {
        foreach (self::sites((bool) $networkWide) as $site) {
            is_multisite() && switch_to_blog($site);
            Tables::create();
            Synchronization::schedule();
            PublicationPage::register();
            flush_rewrite_rules();
            is_multisite() && restore_current_blog();
        }
    }

    /** @param bool|null $networkWide */
    public static function deactivate($networkWide = false): void
    {
        foreach (self::sites((bool) $networkWide) as $site) {
            is_multisite() && switch_to_blog($site);
            wp_unschedule_hook(Synchronization::HOOK);
            flush_rewrite_rules();
            is_multisite() && restore_current_blog();
        }
    }

    /** Removes everything that the plugin has stored, and its webhook at the registry if that can be reached. */
    public static function uninstall(): void
    {
        foreach (self::sites(true) as $site) {
            is_multisite() && switch_to_blog($site);
            wp_unschedule_hook(Synchronization::HOOK);
            Connection::disconnect();
            PublicationPage::deletePage();
            Views::forget();
            delete_option(Views::WORKS_OPTION);
            Tables::drop();
            is_multisite() && restore_current_blog();
        }
    }

    /** @return list<int> */
    private static function sites(bool $all): array
    {
        return is_multisite() && $all ? get_sites(['fields' => 'ids', 'number' => 0]) : [get_current_blog_id()];
    }
}
