<?php
// A receiver of webhooks that needs nothing but PHP 8:
//
//   WEBHOOK_SECRET="your secret" PORT=8080 php receiver.php
//
// That starts PHP's own server, which is for trying things out. Behind nginx or Apache let every request to the
// address of your webhook run this file, with WEBHOOK_SECRET in its environment.
declare(strict_types=1);

const LARGEST_BODY = 512 * 1024;

$secret = getenv('WEBHOOK_SECRET') ?: '';
if (PHP_SAPI === 'cli') {
    start_server($secret);
} else {
    receive($secret);
}

function start_server(string $secret): void
{
    if ($secret === '') {
        fwrite(STDERR, "Set WEBHOOK_SECRET to the secret of your webhook.\n");
        exit(1);
    }
    $port = (int) (getenv('PORT') ?: 8080);
    echo "Listening on port $port\n";
    $arguments = ['-q', '-S', "127.0.0.1:$port", __FILE__];
    if (function_exists('pcntl_exec')) {
        pcntl_exec(PHP_BINARY, $arguments);
    }
    passthru(implode(' ', array_map('escapeshellarg', [PHP_BINARY, ...$arguments])));
}

function receive(string $secret): void
{
    if ($secret === '') {
        error_log('Set WEBHOOK_SECRET to the secret of your webhook.');
        http_response_code(500);
        return;
    }
    if ($_SERVER['REQUEST_METHOD'] !== 'POST') {
        http_response_code(405);
        return;
    }
    if ((int) ($_SERVER['CONTENT_LENGTH'] ?? 0) > LARGEST_BODY) {
        http_response_code(413);
        return;
    }
    // The bytes as they came: parsed and written again they would not be the ones that were signed.
    $body = file_get_contents('php://input');
    if (!is_from_us($secret, $body, $_SERVER['HTTP_X_SERVICE_SIGNATURE'] ?? '')) {
        http_response_code(401);
        return;
    }
    $event = json_decode($body, true, 512, JSON_THROW_ON_ERROR);
    http_response_code(200);
    // Where PHP can, it answers here and works afterwards, so that a slow day of yours is not a failed delivery.
    // Where it cannot, leave the event in a queue and return.
    if (function_exists('fastcgi_finish_request')) {
        fastcgi_finish_request();
    }
    if (is_new($event['id'])) {
        handle($event);
    }
}

/** Compares in a time that does not depend on where the two differ. */
function is_from_us(string $secret, string $body, string $signature): bool
{
    return hash_equals('sha256=' . hash_hmac('sha256', $body, $secret), $signature);
}

/**
 * A delivery may come twice: when your answer got lost, or when it is replayed. A file that can be made only once
 * tells; delete old ones now and then, or keep the ids in your database.
 */
function is_new(string $id): bool
{
    $folder = getenv('SEEN_FOLDER') ?: sys_get_temp_dir() . '/visibility-events';
    if (!is_dir($folder)) {
        @mkdir($folder, 0700, true);
    }
    return @fopen($folder . '/' . hash('sha256', $id), 'x') !== false;
}

function handle(array $event): void
{
    $data = json_encode($event['data'], JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES);
    $line = "{$event['created_at']} {$event['type']} {$event['id']} $data\n";
    file_put_contents('php://stdout', $line);
}
